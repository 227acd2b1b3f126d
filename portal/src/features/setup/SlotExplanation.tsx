import { mdiArrowRight, mdiCheckCircleOutline, mdiCloseCircleOutline } from '@mdi/js'
import type { Slot, Verdict } from '@tablewire/contracts/booking/availability'
import type { Book } from '@tablewire/contracts/estate/book'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { formatInstant, localTime } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { type Place, placeOfSetting } from './setting-place.ts'
import { useT } from './use-t.ts'

const Root = styled('output')(({ theme }) => ({
  display: 'block',
  padding: theme.spacing(1.5),
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.sunken,
  fontSize: '0.875rem',
  '& > strong': { display: 'flex', alignItems: 'center', gap: 6 },
  '& > ul': { margin: theme.spacing(0.5, 0, 0), paddingInlineStart: 18 },
  '& > ol': { display: 'grid', gap: theme.spacing(1.25), margin: theme.spacing(1, 0, 0), paddingInlineStart: 18 },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))

type SlotExplanationProps = {
  /** Without one it is about the whole day. */
  slot?: Slot
  verdicts: readonly Verdict[]
  book: Book
  timeZone: string
  onGo: (place: Place) => void
}

/** RE5: every rule that closed a start, in the order in which they are asked, what would open it, and the way to that setting. */
export const SlotExplanation = ({ slot, verdicts, book, timeZone, onGo }: SlotExplanationProps) => {
  const t = useT()
  const time = slot ? localTime(slot.startsLocal) : ''
  if (slot?.open)
    return (
      <Root>
        <strong>
          <Icon path={mdiCheckCircleOutline} size={18} />
          {t(slot.type === 'request' ? 'why.request' : 'why.open', { time })}
        </strong>
        <ul>
          <li>{t('why.until', { time: localTime(endLocal(slot)) })}</li>
          {slot.coversLeft === null ? null : <li>{t('why.left', { count: slot.coversLeft })}</li>}
          {slot.areas.map(({ areaId, coversLeft }) => (
            <li key={areaId}>{t('why.area', { name: book.areas.find(({ id }) => id === areaId)?.name ?? '?', count: coversLeft })}</li>
          ))}
        </ul>
      </Root>
    )
  return (
    <Root>
      <strong>
        <Icon path={mdiCloseCircleOutline} size={18} />
        {slot ? t('why.closed', { time }) : t('why.day')}
      </strong>
      <ol>
        {verdicts.map((verdict) => (
          <li key={verdict.rule}>
            {t(ruleKey(verdict), valuesOf(verdict))}
            <small>{t(`opens.${opensKey(verdict)}`, opensOf(verdict, timeZone))}</small>
            {verdict.setting === null ? null : (
              <Button
                size="small"
                sx={{ marginInlineStart: -1 }}
                endIcon={<Icon path={mdiArrowRight} size={16} />}
                onClick={() => onGo(placeOfSetting(book, verdict.setting!))}
              >
                {t('why.go')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Root>
  )
}

/** The stay in the venue's own clock: from its start, as long as the two instants lie apart. */
const endLocal = ({ startsAt, endsAt, startsLocal }: Slot): string =>
  new Date(Date.parse(`${startsLocal}Z`) + Date.parse(endsAt) - Date.parse(startsAt)).toISOString()

const ruleKey = ({ rule, limit }: Verdict) => (rule === 'tables' && limit === 0 ? 'rule.tables_none' : (`rule.${rule}` as const))
/** A table may be free at another time, as the starts beside show. */
const opensKey = ({ rule, opens: { by } }: Verdict) => (rule === 'tables' && by === 'cancellation' ? 'other_time' : by)
const valuesOf = ({ limit, used }: Verdict) => ({ limit: limit ?? 0, used: used ?? 0 })
const opensOf = ({ opens }: Verdict, timeZone: string) => ({
  at: opens.at ? formatInstant(opens.at, timeZone) : '',
  partySize: opens.partySize ?? 0,
  covers: opens.covers ?? 1,
})
