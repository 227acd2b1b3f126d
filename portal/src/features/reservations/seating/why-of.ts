import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import type kitWords from '#src/kit/en.json'

/** Why something was refused, for acts that end when their button is gone. */
export const whyOf = (error: unknown): string => errorText(error, phrasesNow<typeof kitWords>('kit'))
