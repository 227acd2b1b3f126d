import { styled } from '@mui/material/styles'
import type { MergeForecast } from '@tablewire/contracts/estate/venue-merge'
import { useT } from '../use-t.ts'
import { movedByMerge, leftByMerge } from './merge-in-words.ts'

const Box = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1),
  padding: theme.spacing(1.5, 2),
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.sunken,
  fontSize: '0.875rem',
  '& h3, & p, & ul': { margin: 0, fontSize: 'inherit' },
  '& ul': { paddingInlineStart: 18, overflowWrap: 'anywhere' },
}))

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <>
    <h3>{title}</h3>
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </>
)

/** What a merge does, before anybody presses the button. */
export const MergeForecastBox = ({ forecast, asking }: { forecast: MergeForecast | undefined; asking: boolean }) => {
  const t = useT()
  const stays = forecast ? leftByMerge(t, forecast) : []
  const comes = forecast ? movedByMerge(t, forecast) : []
  return (
    <Box aria-live="polite" aria-busy={asking} style={{ minHeight: 46 }}>
      {forecast ? (
        <>
          <Lines title={t('merge.comes', { name: forecast.kept.name })} lines={comes.length ? comes : [t('merge.none')]} />
          {stays.length ? <Lines title={t('merge.stays')} lines={stays} /> : null}
        </>
      ) : (
        <p>{t(asking ? 'merge.counting' : 'merge.nothingYet')}</p>
      )}
    </Box>
  )
}
