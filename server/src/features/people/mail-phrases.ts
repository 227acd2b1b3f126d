import { phrasesOf } from '#src/platform/phrases.ts'
import de from './mail-phrases/de.json' with { type: 'json' }
import en from './mail-phrases/en.json' with { type: 'json' }
import es from './mail-phrases/es.json' with { type: 'json' }
import fr from './mail-phrases/fr.json' with { type: 'json' }
import nl from './mail-phrases/nl.json' with { type: 'json' }

/** What happened to the second factors of an account. */
export type SecurityNotice = 'totpOn' | 'totpOff' | 'codesNew' | 'codeUsed' | 'passkeyAdded' | 'passkeyDeleted' | 'factorsReset'
/** `recovery`: the link for a new password. `changed`: the password is another one now. `factors`: `{news}` about the second factors. `address`: to the former address. */
export type AccountNotice = 'recovery' | 'changed' | 'factors' | 'address'

/** `{brand}`, `{name}` and `{email}` are filled in. */
export const mailPhrases = phrasesOf({ en, es, fr, de, nl })
