import { useWiderThan } from '#src/kit/use-width.ts'
import { WeekGrid, type WeekProps } from './WeekGrid.tsx'
import { WeekList } from './WeekList.tsx'

/** From this width on a shift's bar has room for its name and times. */
const drawnFrom = 600

/** The week as lines, or as days where lines would be too short. */
export const Week = (props: WeekProps) => {
  const [root, drawn] = useWiderThan(drawnFrom, 0)
  return <div ref={root}>{drawn ? <WeekGrid {...props} /> : <WeekList {...props} />}</div>
}
