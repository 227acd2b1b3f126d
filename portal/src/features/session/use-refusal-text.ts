import { ApiError } from '#src/api/api-error.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { isCanceled } from './use-passkey.ts'
import { useT } from './use-t.ts'

/** ER2: the sentence for whatever ended a step of signing in. */
export const useRefusalText = (): ((error: unknown) => string) => {
  const t = useT()
  return (error) => {
    if (isCanceled(error)) return t('passkey.canceled')
    if (error instanceof ApiError && error.code === 'access.no_role') return t('noRole')
    return errorText(error, phrasesNow('kit'))
  }
}
