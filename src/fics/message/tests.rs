//! What servers really say, and what people try.
