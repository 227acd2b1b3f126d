import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import { useCall } from '#src/api/query.ts'
import { withoutVenue } from './import-mapping.ts'
import { useT } from './use-t.ts'

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(1, 2),
  padding: theme.spacing(0, 1.5, 1.25),
  fontSize: '0.8125rem',
  color: theme.vars.palette.text.secondary,
  '& > p': { flex: '1 1 240px', margin: 0 },
}))

type Props = { batch: ImportBatch; onChanged: (batch: ImportBatch) => void }

/** Rows that name another venue than the chosen one come in only when somebody says so: the column then counts no more, and all is tried anew. */
export const AdmitOtherVenue = ({ batch, onChanged }: Props) => {
  const t = useT()
  const map = useCall(imports.map)
  const check = useCall(imports.check)
  const input = { params: { id: batch.id } }
  const admit = async (): Promise<void> => {
    await map.mutateAsync({ ...input, body: { mapping: withoutVenue(batch.mapping), version: batch.version } })
    onChanged(await check.mutateAsync(input))
  }
  return (
    <Row>
      <p>{t('other.hint', { venue: batch.venueName ?? '' })}</p>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        loading={map.isPending || check.isPending}
        // What went wrong is told as for every call.
        onClick={() => void admit().catch(() => undefined)}
      >
        {t('other.admit')}
      </Button>
    </Row>
  )
}
