import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { besideFields, errorText } from '../error-text.ts'
import { useOfficeT } from '../office/use-office-t.ts'
import { toast } from '../toasts.ts'
import { announceFaults } from './announce-faults.ts'

/** Shows the server's field errors beside the fields, and everything else in a notice. */
export const useShowRefusal = <F extends FieldValues>(
  setError: UseFormSetError<F>,
  fields: readonly FieldPath<F>[],
  /** Codes shown beside a field, though the answer names none. */
  fieldOfCode: Readonly<Record<string, FieldPath<F>>> = {},
) => {
  const t = useOfficeT()
  return (error: unknown): void => {
    const found = besideFields(error, { fields, fieldOfCode, t: phrasesNow('kit') })
    for (const [index, { field, message }] of found.entries()) setError(field, { message }, { shouldFocus: index === 0 })
    if (found.length > 0) announceFaults(t('check'))
    else toast.error(errorText(error, phrasesNow('kit')))
  }
}
