import { bookDrafts, type BookConflicts } from '@tablewire/contracts/estate/book-drafts'
import type { Book } from '@tablewire/contracts/estate/book'
import { venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient, useEndpoint } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { errorText } from '#src/kit/error-text.ts'
import { toast } from '#src/kit/toasts.ts'
import { useSettled } from '#src/kit/use-settled.ts'
import { isWhole } from './book-edits.ts'

type SaveOptions = {
  venueId: string
  onSaved: (fresh: Book) => void
  /** What is wrong, by path. */
  onRefused: (errors: Readonly<Record<string, string>>) => void
  savedText: string
  checkText: string
}

/** The preview names paths inside of its own body. */
export const errorsOf = (error: unknown): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries(Object.entries(error.errors).map(([path, texts]) => [path.replace(/^book\./, ''), texts[0] ?? '']))
    : {}

/** Saving in steps: who would lose his place is named first, a book somebody else changed meanwhile is compared, then it is written. */
export const useSaveBook = ({ venueId, onSaved, onRefused, savedText, checkText }: SaveOptions) => {
  const [busy, setBusy] = useState(false)
  const [pending, setPending] = useState<{ book: Book; found: BookConflicts }>()
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<Book>()
  const params = { id: venueId }
  const guarded = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      const errors = errorsOf(error)
      if (error instanceof ApiError && error.code === 'book.version_stale') {
        meet(error, await api(venues.book, { params }).catch(() => undefined))
        setPending(undefined)
        return
      }
      onRefused(errors)
      setPending(undefined)
      toast.error(Object.keys(errors).length ? checkText : errorText(error, phrasesNow('kit')))
    } finally {
      setBusy(false)
    }
  }
  const write = (book: Book): Promise<void> =>
    guarded(async () => {
      const fresh = await api(venues.updateBook, { params, body: book })
      setPending(undefined)
      dropTheirs()
      onSaved(fresh)
      toast.success(savedText)
      void queryClient.invalidateQueries({ queryKey: keyOf(bookDrafts.left) })
    })
  const save = (book: Book): Promise<void> =>
    guarded(async () => {
      const found = await api(bookDrafts.conflicts, { params, body: { book } })
      if (found.total) setPending({ book, found })
      else await write(book)
    })
  return {
    busy,
    save,
    pending: pending?.found,
    confirm: () => (pending ? void write(pending.book) : undefined),
    cancel: () => setPending(undefined),
    theirs,
    saves,
    /** Back to editing, without deciding between the two. */
    later: dropTheirs,
  }
}

export type PreviewQuery = {
  date: string
  partySize: number
  areaId: string
  /** `staff`, `channel`, or the id of one channel. */ as: string
}
const pauseMs = 350

/** What the book in the form would offer, asked anew whenever somebody pauses and nothing is half typed; the answer before stays meanwhile. */
export const usePreview = (venueId: string, book: Book, { date, partySize, areaId, as }: PreviewQuery) => {
  const who = as === 'staff' || as === 'channel' ? { as } : { as: 'channel', channelId: as }
  const settledQuery = useSettled(JSON.stringify({ book, date, partySize, ...(areaId === '' ? {} : { areaId }), ...who }), pauseMs)
  const body = JSON.parse(settledQuery) as { book: Book }
  const whole = isWhole(body.book)
  const query = useEndpoint(
    bookDrafts.preview,
    { params: { id: venueId }, body: body as never },
    { enabled: whole, placeholderData: (before) => before, gcTime: 0, staleTime: 5_000, retry: false, meta: { shown: true } },
  )
  return { query, waits: !whole }
}
