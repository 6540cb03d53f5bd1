//! Enums whose values go by keys in files and traces: each stated once, with its key.

/// Declares a public enum, each variant with its key.
macro_rules! keyed {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $key:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$($key),+].len()] = [$(Self::$variant),+];

            /// Their keys in files and traces, in order.
            pub const KEYS: [&'static str; Self::ALL.len()] = [$($key),+];

            /// Each with its key, in order.
            pub const CHOICES: [(&'static str, Self); Self::ALL.len()] = [$(($key, Self::$variant)),+];

            /// Its key.
            #[must_use]
            pub const fn key(self) -> &'static str {
                Self::KEYS[self as usize]
            }
        }
    };
}

pub(crate) use keyed;
