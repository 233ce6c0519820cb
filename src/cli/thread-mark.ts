/** Marks a thread as a thread of the pool. */
export const THREAD_MARK = 'task-pool';
