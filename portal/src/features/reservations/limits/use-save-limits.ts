import type { Book } from '@tablewire/contracts/estate/book'
import { venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient } from '#src/api/query.ts'
import { newId } from '#src/api/random-key.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { toast } from '#src/kit/toasts.ts'
import { type Limits, limitsOn, type Scope, withLimits } from './limits-of.ts'
import { useLimitsT } from './use-limits-t.ts'

type Where = { venueId: string; date: string; shiftId: string }
type Change = { scope: Scope; limits: Limits }

const keep = (venueId: string, book: Book): void => {
  queryClient.setQueryData(keyOf(venues.book, { params: { id: venueId } }), book)
}
const read = (venueId: string): Promise<Book> => api(venues.book, { params: { id: venueId } })
const write = async (venueId: string, book: Book): Promise<void> => {
  keep(venueId, await api(venues.updateBook, { params: { id: venueId }, body: book }))
  void queryClient.invalidateQueries({ queryKey: ['availability'] })
  void queryClient.invalidateQueries({ queryKey: ['serviceSheets'] })
}

/** Writes the limits of a meal into the book, and takes them back; a book somebody else changed meanwhile is read again, and what was typed stays. */
export const useSaveLimits = ({ venueId, ...where }: Where, onSaved: () => void) => {
  const t = useLimitsT()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  const putBack = async (before: Book): Promise<void> => {
    try {
      const now = await read(venueId)
      const day = before.dayLimits?.find(({ on, shiftId }) => on === where.date && shiftId === where.shiftId)
      const shift = limitsOn({ ...before, dayLimits: [] }, where)?.limits
      const usual = shift ? withLimits(now, where, { scope: 'all', limits: shift, id: newId() }) : now
      await write(venueId, day ? withLimits(usual, where, { scope: 'date', limits: day, id: day.id }) : usual)
      toast.info(t('undone'))
    } catch (caught) {
      toast.error(errorText(caught, phrasesNow('kit')))
    }
  }
  const save = async (book: Book, change: Change): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await write(venueId, withLimits(book, where, { ...change, id: newId() }))
      onSaved()
      toast.undoable(`limits ${venueId}`, t('saved'), { label: t('undo'), run: () => void putBack(book) })
    } catch (caught) {
      const stale = caught instanceof ApiError && caught.code === 'book.version_stale'
      if (stale) keep(venueId, await read(venueId).catch(() => book))
      setError(stale ? t('meanwhile') : errorText(caught, phrasesNow('kit')))
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, save }
}
