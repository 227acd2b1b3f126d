import { phrasesOf } from '#src/platform/phrases.ts'
import de from './guest-phrases/de.json' with { type: 'json' }
import en from './guest-phrases/en.json' with { type: 'json' }
import es from './guest-phrases/es.json' with { type: 'json' }
import fr from './guest-phrases/fr.json' with { type: 'json' }
import nl from './guest-phrases/nl.json' with { type: 'json' }

/** What a guest is told: booked, waiting for the venue, changed, canceled, declined. */
export type Notice = 'booked' | 'requested' | 'changed' | 'canceled' | 'rejected'

/** `{venue}`, `{day}`, `{name}` and `{phone}` are filled in; `thanks` stands for `call` where a venue has no number. */
export const guestPhrases = phrasesOf({ en, es, fr, de, nl })
