import Button from '@mui/material/Button'
import { useAbility } from '#src/api/ability.ts'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { useT } from './use-t.ts'

/** A venue without the product: its listing is read, and the way to the product shown to who may go there. */
export const ListingOff = ({ id }: { id: string }) => {
  const t = useT()
  return (
    <ToneBox tone="warning" sx={{ flexWrap: 'wrap', alignItems: 'center', marginBlockEnd: 2 }}>
      <strong>{t('off.title')}</strong>
      <span>{t('off.text')}</span>
      {useAbility().can('read', 'venues') ? (
        <Button size="small" variant="outlined" color="inherit" href={`/venues?id=${id}&tab=listing`}>
          {t('off.act')}
        </Button>
      ) : null}
    </ToneBox>
  )
}
