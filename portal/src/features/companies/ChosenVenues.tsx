import { mdiClose, mdiSilverwareForkKnife } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import type { FindOption } from '#src/kit/form/FindField.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { useT } from './use-t.ts'

export const ChosenVenues = ({ venues, onRemove }: { venues: readonly FindOption[]; onRemove: ((id: string) => void) | undefined }) => {
  const t = useT()
  if (venues.length === 0) return <p>{t('tree.none')}</p>
  return (
    <ItemList aria-label={t('c.venues')} style={{ marginBlockStart: 12 }}>
      {venues.map(({ id, name, note }) => (
        <ListItem
          key={id}
          icon={<Icon path={mdiSilverwareForkKnife} />}
          title={name}
          text={note}
          acts={
            onRemove ? (
              <IconButton size="small" aria-label={t('venues.remove', { name })} onClick={() => onRemove(id)}>
                <Icon path={mdiClose} size={18} />
              </IconButton>
            ) : null
          }
        />
      ))}
    </ItemList>
  )
}
