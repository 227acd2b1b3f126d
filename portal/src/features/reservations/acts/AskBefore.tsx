import { ReasonDialog } from '../ReasonDialog.tsx'
import type { Moves } from '../use-moves.ts'
import type { PendingMove } from '../use-reservations-page.ts'
import { EarlyNoShow } from './EarlyNoShow.tsx'

type AskBeforeProps = PendingMove & { moves: Moves; onClose: () => void }

/** What is asked before a step: its reason, or whether it is meant. */
export const AskBefore = (props: AskBeforeProps) => (props.move === 'no-show' ? <EarlyNoShow {...props} /> : <ReasonDialog {...props} />)
