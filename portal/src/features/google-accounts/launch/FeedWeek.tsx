import { mdiCheck, mdiClose, mdiMinus } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { GoogleLaunch } from '@tablewire/contracts/google/google-launch'
import { formatDate, formatList } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useT } from '../use-t.ts'

const Days = styled('ol')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(72px, 1fr))',
  gap: theme.spacing(1),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'grid',
    justifyItems: 'center',
    gap: 4,
    padding: theme.spacing(1, 0.5),
    borderRadius: theme.vars.shape.borderRadius,
    fontSize: '0.8125rem',
    fontWeight: 600,
    textAlign: 'center',
  },
  '& > li[data-good="true"]': {
    backgroundColor: theme.vars.palette.tone.success.soft,
    color: theme.vars.palette.tone.success.text,
  },
  '& > li[data-good="false"]': {
    backgroundColor: theme.vars.palette.tone.neutral.soft,
    color: theme.vars.palette.tone.neutral.text,
  },
}))

/** The days of which Google counts feeds without errors, the oldest first. */
export const FeedWeek = ({ days }: { days: GoogleLaunch['feedDays'] }) => {
  const t = useT()
  return (
    <Days aria-label={t('launch.week')}>
      {days.map(({ day, good, early, bad }) => {
        const said = early
          ? t('launch.day.early')
          : good
            ? t('launch.day.good')
            : t('launch.day.bad', { kinds: formatList(bad.map((kind) => t(`feeds.kind.${kind}`))) })
        return (
          <li key={day} data-good={good} title={said}>
            <Icon path={good ? mdiCheck : early ? mdiMinus : mdiClose} size={18} />
            {formatDate(day)}
            <VisuallyHidden>{said}</VisuallyHidden>
          </li>
        )
      })}
    </Days>
  )
}
