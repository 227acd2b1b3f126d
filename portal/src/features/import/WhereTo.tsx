import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import Switch from '@mui/material/Switch'
import { type Chosen, VenueField } from './VenueField.tsx'
import { useT } from './use-t.ts'

const Hint = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary }))

export type Where = {
  several: boolean
  onSeveral: (several: boolean) => void
  venue: Chosen | undefined
  fault: string | undefined
  onVenue: (venue: Chosen) => void
}

/** All reservations go to one venue, or the file says of each where it goes. */
export const WhereTo = ({ several, onSeveral, venue, fault, onVenue }: Where) => {
  const t = useT()
  return (
    <>
      <FormControlLabel
        control={<Switch checked={several} onChange={(_, on) => onSeveral(on)} />}
        label={t('several')}
        sx={{ marginBlockEnd: 2 }}
      />
      {several ? <Hint>{t('several.hint')}</Hint> : <VenueField value={venue} fault={fault} onChange={onVenue} />}
    </>
  )
}
