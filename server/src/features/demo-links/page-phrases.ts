import type { demoPages } from '@tablewire/contracts/demo/demo-links'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { phrasesOf } from '#src/platform/phrases.ts'
import de from './page-phrases/de.json' with { type: 'json' }
import en from './page-phrases/en.json' with { type: 'json' }
import es from './page-phrases/es.json' with { type: 'json' }
import fr from './page-phrases/fr.json' with { type: 'json' }
import nl from './page-phrases/nl.json' with { type: 'json' }

/** What the pages of the portal are called, by their address: the compiler asks for each of them. */
const pagePhrases: Readonly<Record<Lang, Readonly<Record<(typeof demoPages)[number], string>>>> = phrasesOf({ en, es, fr, de, nl })

/** A page that an older version knew is told by its address. */
export const pageName = (lang: Lang, page: string): string => (pagePhrases[lang] as Readonly<Record<string, string>>)[page] ?? page
