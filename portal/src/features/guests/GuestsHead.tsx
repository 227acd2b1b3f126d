import Button from '@mui/material/Button'
import { guests } from '@tablewire/contracts/booking/guests'
import { useEndpoint } from '#src/api/query.ts'
import { formatNumber } from '#src/kit/format.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useT } from './use-t.ts'

type GuestsHeadProps = { venueId: string | undefined; deciding: boolean; onDecide: (on: boolean) => void }

/** The title, and the way to those of whom somebody has to decide whether they are one. */
export const GuestsHead = ({ venueId, deciding, onDecide }: GuestsHeadProps) => {
  const t = useT()
  const { data } = useEndpoint(guests.pairs, { query: { limit: 1, ...(venueId ? { venueId } : {}) } }, { meta: { shown: true } })
  return (
    <PageTitle
      title={t('title')}
      hint={t(deciding ? 'pairs.hint' : 'hint')}
      actions={
        <Button color="inherit" variant="outlined" onClick={() => onDecide(!deciding)}>
          {deciding ? t('pairs.back') : t('pairs', { number: data ? formatNumber(data.total) : '…' })}
        </Button>
      }
    />
  )
}
