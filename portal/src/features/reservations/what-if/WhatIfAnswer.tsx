import { mdiAlertOutline, mdiCheckCircleOutline, mdiCloseCircleOutline } from '@mdi/js'
import type { Area } from '@tablewire/contracts/estate/book'
import type { Reserve, WhatIf } from '@tablewire/contracts/booking/what-if'
import { formatClock, formatNumber, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { useVerdictText } from '../SlotPicker.tsx'
import { useWhatIfT, type WhatIfSay } from './use-what-if-t.ts'

const signs = { yes: mdiCheckCircleOutline, override: mdiAlertOutline, no: mdiCloseCircleOutline } as const

type OfArea = { area: string; size: number; free: readonly { name: string }[] }
const left = (t: WhatIfSay, { rule, left: rest, limit }: Reserve, { area, size, free }: OfArea): string => {
  const values = { left: formatNumber(Math.abs(rest)), limit: formatNumber(limit ?? 0), area, count: Math.abs(rest), size }
  if (rule === 'tables')
    return rest > 0 ? t('left.tables', { ...values, names: free.map(({ name }) => name).join(', ') }) : t('none.tables', values)
  return rest < 0 ? t(`over.${rule}`, values) : t(`left.${rule}`, values)
}

const Doubt = ({ children }: { children: string }) => (
  <p className="doubt">
    <Icon path={mdiAlertOutline} size={18} />
    {children}
  </p>
)

const Tables = ({ said: { tables, timezone, reserve } }: { said: WhatIf }) => {
  const t = useWhatIfT()
  if (!tables) return null
  const { given, moves, free } = tables
  if (!given && free.length) return <p>{t('tables.free', { count: free.length, names: free.map(({ name }) => name).join(', ') })}</p>
  // Where tables decide, what is left of them says so.
  if (!given) return reserve.some(({ rule }) => rule === 'tables') ? null : <Doubt>{t('tables.none')}</Doubt>
  return (
    <>
      <p>{t('table', { table: given.name, count: given.most })}</p>
      {moves.length ? (
        <>
          <p>{t('moves', { count: moves.length })}</p>
          <ul>
            {moves.map(({ reservationId, partySize, startsAt, from, to }) => (
              <li key={reservationId}>{t('move', { count: partySize, time: formatClock(startsAt, timezone), from, to })}</li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}

type WhatIfAnswerProps = { said: WhatIf; areas: readonly Area[]; old: boolean }

/** Yes, yes beyond the limits, or no; what binds, and what would be left afterwards, the tightest first. */
export const WhatIfAnswer = ({ said, areas, old }: WhatIfAnswerProps) => {
  const t = useWhatIfT()
  const now = useNow()
  const verdict = useVerdictText(said.timezone)
  const { answer, closedBy, reserve, partySize, startsLocal, areaId, tables } = said
  const area = areas.find(({ id }) => id === areaId)?.name ?? ''
  const of = { area, size: partySize, free: tables?.free ?? [] }
  return (
    <output className={`said ${answer}${old ? ' old' : ''}`} aria-live="polite" aria-busy={old}>
      <strong>
        <Icon path={signs[answer]} size={24} />
        {t(answer, { count: partySize, time: localTime(startsLocal) })}
      </strong>
      {Date.parse(said.startsAt) < now ? <Doubt>{t('past')}</Doubt> : null}
      {closedBy.length ? (
        <ul>
          {closedBy.map((one, index) => (
            <li key={one.rule}>{index === 0 ? <b>{verdict(one)}</b> : verdict(one)}</li>
          ))}
        </ul>
      ) : null}
      <Tables said={said} />
      {reserve.length ? (
        <>
          <p className="hint">{t('after')}</p>
          <ul>
            {reserve.map((one, index) => (
              <li key={one.rule}>
                {left(t, one, of)}
                {index === 0 && reserve.length > 1 && answer === 'yes' ? <small> · {t('binds')}</small> : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </output>
  )
}
