import type { Book } from '@tablewire/contracts/estate/book'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useSession } from '#src/api/session.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { at } from './book-form.ts'
import { useSaveBook } from './use-save-book.ts'
import { useT } from './use-t.ts'

export type BookVenue = Pick<Venue, 'id' | 'name' | 'timezone' | 'systemId'>
export type Errors = Readonly<Record<string, string>>

/** The book being changed: what is saved, what is typed, what is wrong with it, and how it is written. */
export const useBookEditor = (venue: BookVenue, opened: Book) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  const [saved, setSaved] = useState(opened)
  const [errors, setErrors] = useState<Errors>({})
  const form = useForm<Book>({ defaultValues: opened })
  const book = useWatch({ control: form.control }) as Book
  const { isDirty } = form.formState
  const draft = useDraft(form, { key: `book:${venue.id}`, owner, of: saved.version })
  const showErrors = (found: Errors): void => {
    form.clearErrors()
    setErrors(found)
    for (const [path, message] of Object.entries(found)) form.setError(at(path), { message })
  }
  const saving = useSaveBook({
    venueId: venue.id,
    onSaved: (fresh) => {
      showErrors({})
      setSaved(fresh)
      form.reset(fresh)
    },
    onRefused: showErrors,
    savedText: t('saved', { name: venue.name }),
    checkText: t('check'),
  })
  return {
    form,
    book,
    base: draft.base,
    errors,
    changed: isDirty,
    restored: draft.restored,
    saving,
    submit: (): void => {
      showErrors({})
      void saving.save(form.getValues())
    },
    discard: (): void => {
      showErrors({})
      form.reset(saved)
      draft.drop()
    },
  }
}
