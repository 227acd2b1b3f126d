import { phrasesOf } from '#src/platform/phrases.ts'
import de from './invitation-phrases/de.json' with { type: 'json' }
import en from './invitation-phrases/en.json' with { type: 'json' }
import es from './invitation-phrases/es.json' with { type: 'json' }
import fr from './invitation-phrases/fr.json' with { type: 'json' }
import nl from './invitation-phrases/nl.json' with { type: 'json' }

/** `invited`: to whoever was added. `added`: to the owner of the company. */
export type LetterName = keyof typeof en extends `${infer Name}.${string}` ? Name : never

/** `{brand}`, `{company}`, `{name}`, `{email}`, `{by}`, `{days}`, `{person}` and `{address}` are filled in. */
export const invitationPhrases = phrasesOf({ en, es, fr, de, nl })
