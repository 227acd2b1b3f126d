import { keptChoices } from '../copy/kept-choices.ts'
import { keepDay, readCopies } from '../copy/tonight.ts'
import { player } from './player.ts'
import { keepWalkIn } from './walk-in.ts'

/** What is needed only while the server is away, or just back: a chunk of its own, brought while nobody waits. */
export const away = { keepDay, readCopies, keptChoices, keepWalkIn, player }
