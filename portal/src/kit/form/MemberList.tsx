import { mdiClose, mdiMagnify, mdiUndo } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { formatNumber } from '../format.ts'
import { Icon } from '../Icon.tsx'
import { ItemList, ListItem } from '../ItemList.tsx'
import { Tag } from '../Tag.tsx'
import { TextField } from '../TextField.tsx'
import { useT } from '../use-t.ts'
import type { FindOption } from './FindField.tsx'
import { type Members, shownMembers, without } from './members.ts'

type Props = {
  label: string
  icon: string
  /** What stands there now: those that answer the search, as many as fit, and how many answer it in all. */
  found: readonly FindOption[]
  total: number
  search: string
  onSearch: (text: string) => void
  members: Members
  /** Undefined = nobody may change it here. */
  onChange: ((next: Members) => void) | undefined
  none: string
  removeLabel: (name: string) => string
}

/** Who belongs to something, of however many: what changes stands on the screen, of the rest what fits, and the others are found by name. */
export const MemberList = ({ label, icon, found, total, search, onSearch, members, onChange, none, removeLabel }: Props) => {
  const t = useT()
  const rows = shownMembers(found, members)
  const more = total - found.length
  return (
    <>
      {more > 0 || search !== '' ? (
        <TextField
          size="small"
          style={{ marginBlockStart: 12 }}
          value={search}
          onChange={({ target }) => onSearch(target.value)}
          startAdornment={<Icon path={mdiMagnify} size={18} style={{ marginInlineEnd: 8 }} />}
          slotProps={{ htmlInput: { 'aria-label': t('members.search', { label }), maxLength: 120 } }}
          placeholder={t('members.search', { label })}
        />
      ) : null}
      {rows.length === 0 ? <p>{search === '' ? none : t('members.none')}</p> : null}
      {rows.length > 0 ? (
        <ItemList aria-label={label} style={{ marginBlockStart: 12 }}>
          {rows.map(({ id, name, note, state }) => (
            <ListItem
              key={id}
              icon={<Icon path={icon} />}
              title={
                <>
                  <span style={state === 'removed' ? { textDecoration: 'line-through' } : undefined}>{name}</span>
                  {state === 'kept' ? null : <Tag tone={state === 'added' ? 'success' : 'warning'}>{t(`members.${state}`)}</Tag>}
                </>
              }
              text={note}
              acts={
                onChange ? (
                  <IconButton
                    size="small"
                    aria-label={state === 'removed' ? t('members.keep', { name }) : removeLabel(name)}
                    onClick={() => onChange(without(members, { id, name, note: note ?? null }, state))}
                  >
                    <Icon path={state === 'removed' ? mdiUndo : mdiClose} size={18} />
                  </IconButton>
                ) : null
              }
            />
          ))}
        </ItemList>
      ) : null}
      <output>{more > 0 ? <p>{t('members.more', { count: formatNumber(more) })}</p> : null}</output>
    </>
  )
}
