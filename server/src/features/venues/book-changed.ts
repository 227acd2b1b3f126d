import type { Book } from '@tablewire/contracts/estate/book'
import { defineJob } from '#src/platform/jobs/jobs.ts'

/** Said after every change of a book, to those who look at what it did to reservations; `before` is the book as it was. */
export const bookChangedJob = defineJob<{ venueId: string; before: Book }>('venues.bookChanged')
