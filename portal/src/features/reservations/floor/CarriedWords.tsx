import { withColon } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { verdictIcon } from '../seating/verdict-icon.ts'
import { carriedStore, isTableTarget, judgeStore, tableOfTarget } from './room-carry.ts'

/** Beside the hand: what speaks against the table below it. */
export const CarriedWords = () => {
  const carried = carriedStore.use()
  const judge = judgeStore.use()
  if (carried?.over === undefined || !isTableTarget(carried.over)) return null
  const told = judge?.(carried.id, tableOfTarget(carried.over))
  if (!told || (told.fit.verdict === 'may' && !told.why)) return null
  return (
    <span className="why" data-verdict={told.fit.verdict}>
      <Icon path={verdictIcon[told.fit.verdict]} size={16} />
      {withColon(told.fit.name, told.why)}
    </span>
  )
}
