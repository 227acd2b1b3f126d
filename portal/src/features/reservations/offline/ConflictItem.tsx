import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { randomKey } from '#src/api/random-key.ts'
import { formatInstant } from '#src/kit/format.ts'
import { useWaitT } from '../waitlist/use-wait-t.ts'
import { useT } from '../use-t.ts'
import { useZoneOf } from './use-zone-of.ts'
import type { Act } from './acts/act.ts'
import { type Conflict, droppedWith } from './acts/play-rules.ts'
import { player } from './acts/player.ts'
import { actWords } from './act-words.ts'
import { howItStands, type Standing } from './how-it-stands.ts'
import { usePhaseT } from '../phases/use-phase-t.ts'

/** In words what the server has. */
const useStandingWords = (zone: string | undefined) => {
  const t = usePhaseT()
  const list = useT()
  const wait = useWaitT()
  const partsOf = ({ status, waits, text, table }: Standing): string[] => [
    ...(status ? [list(`status.${status}`)] : []),
    ...(waits ? [wait(`status.${waits}`)] : []),
    ...(table ? [table.seat || t('offline.now.noTable')] : []),
    ...(table?.takenBy
      ? [`${table.name}: ${table.takenBy}`]
      : table?.free && table.name
        ? [t('offline.now.free', { table: table.name })]
        : []),
    ...(text ? [`“${text}”`] : []),
  ]
  return (standing: Standing): string | undefined => {
    const what = partsOf(standing).join(' · ')
    const { who, at, timezone } = standing
    if (!what) return undefined
    return who && at ? t('offline.now.by', { what, who, time: formatInstant(at, timezone ?? zone) }) : t('offline.now', { what })
  }
}

/** What was done later with the same. */
const Behind = ({ acts }: { acts: readonly Act[] }) => {
  const t = usePhaseT()
  const list = useT()
  if (acts.length === 0) return null
  return (
    <>
      <p>{t('offline.behind', { count: acts.length })}</p>
      <ul>
        {acts.map((one) => (
          <li key={one.key}>{actWords(t, list, one)}</li>
        ))}
      </ul>
    </>
  )
}

type ConflictItemProps = { conflict: Conflict; onOpen: (id: string) => void }

/** What was refused: why, how it stands now, what waits behind it, and what can be done about it. */
export const ConflictItem = ({ conflict: { act, along, behind }, onOpen }: ConflictItemProps) => {
  const t = usePhaseT()
  const list = useT()
  const zone = useZoneOf([act.venueId])
  const say = useStandingWords(zone)
  // Anew whenever the same act is refused again.
  const { data: now, isError } = useQuery({
    queryKey: ['offline', act.key, act.refused?.at],
    queryFn: () => howItStands(act),
    staleTime: 0,
    retry: false,
    meta: { shown: true },
  })
  const { refused } = act
  const why = refused?.code === 'apiError' ? t('offline.old') : refused?.message
  const known = now ? say(now) : undefined
  const goes = droppedWith([act, ...along, ...behind], act).filter((one) => behind.includes(one)).length
  return (
    <li data-conflict={act.call}>
      <h3>{[act, ...along].map((one) => actWords(t, list, one)).join(' · ')}</h3>
      <p>{t('offline.done', { time: formatInstant(new Date(act.at).toISOString(), zone), who: act.by })}</p>
      {why ? <p className="why">{why}</p> : null}
      {known ? <p>{known}</p> : null}
      {now ? null : <p>{isError ? t('offline.now.unknown') : t('offline.now.asking')}</p>}
      <Behind acts={behind} />
      <div className="choices">
        {now?.anyway ? (
          <Button size="small" variant="outlined" onClick={() => player.again(act, { key: randomKey(), ...now.anyway! })}>
            {t('offline.anyway')}
          </Button>
        ) : null}
        <Button size="small" color="inherit" variant="outlined" onClick={() => player.drop(act)}>
          {goes > 0 ? t('offline.drop.with', { count: goes }) : t('offline.drop')}
        </Button>
        {act.params.id !== undefined && /^(reservations|tables)\./.test(act.call) ? (
          <Button size="small" color="inherit" onClick={() => onOpen(act.params.id!)}>
            {t('offline.open')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
