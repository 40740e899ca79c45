//! Hints to the machine about large memory: huge pages, and loads ahead of their use.
//!
//! The only file of the search with `unsafe` code, for neither hint has a safe name in the standard
//! library. Both are hints: nothing that is computed depends on them, and where a system or a
//! processor has none they do nothing. It must not know what the memory holds.

#![allow(unsafe_code)]

/// Asks the system to back memory that is about to be filled with huge pages, so that a random
/// access needs no walk through page tables.
pub(super) fn prefer_huge_pages<T>(memory: &mut Vec<T>) {
    #[cfg(target_os = "linux")]
    {
        let start = memory.as_mut_ptr();
        let end = start.addr() + memory.capacity() * size_of::<T>();
        let first = start.addr().next_multiple_of(HUGE_PAGE);
        let whole_pages = end.saturating_sub(first) / HUGE_PAGE;
        if whole_pages > 0 {
            // SAFETY: the range lies within one allocation of ours. The advice changes by which
            // pages it is backed, never what it holds; a refusal is no harm.
            unsafe {
                let address = start.wrapping_byte_add(first - start.addr());
                libc::madvise(address.cast(), whole_pages * HUGE_PAGE, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// The size of a huge page on the processors that matter, in bytes.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 << 20;

/// Starts to load what will be read soon.
#[inline(always)]
pub(super) fn prefetch<T>(item: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 processor has the instruction, and a reference is a valid address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(item).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = item;
}
