//! Prefetching and huge pages: hints to processor and system that make access to large tables faster.
//!
//! This is the only file of the search with `unsafe` code, because the standard library has a safe
//! function for neither hint. No result depends on them, and where a system or a processor does not
//! know them they do nothing.

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
            // SAFETY: the range lies within one allocation that we own. The advice changes which
            // pages back it, never what it holds, and a refusal does no harm.
            unsafe {
                let address = start.wrapping_byte_add(first - start.addr());
                libc::madvise(address.cast(), whole_pages * HUGE_PAGE, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// The size of a huge page on x86-64 and most AArch64 systems, in bytes.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 << 20;

/// Starts to load an item into the cache that will be read soon.
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
