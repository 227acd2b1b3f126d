import { styled } from '@mui/material/styles'
import { venues } from '@tablewire/contracts/venues'
import { type KeyboardEvent, useId, useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { errorText } from '#src/kit/error-text.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { useT } from './use-t.ts'

const Root = styled('div')({ position: 'relative' })
const List = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetInline: 0,
  top: '100%',
  zIndex: theme.zIndex.modal,
  marginTop: 4,
  maxHeight: 300,
  padding: '4px 0',
  overflowY: 'auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[8],
  '& > [role="option"]': { padding: '7px 14px', fontSize: '0.875rem', cursor: 'pointer' },
  '& > [aria-selected="true"], & > [role="option"]:hover': { backgroundColor: theme.vars.palette.ground.selected },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
}))
const Note = styled('output')(({ theme }) => ({
  display: 'block',
  padding: '6px 2px',
  color: theme.vars.palette.text.secondary,
  fontSize: '0.8125rem',
}))

/** More than this nobody reads: the server searches among all. */
const shownAtMost = 20

type Found = { id: string; name: string }
type VenueSearchProps = { taken: readonly string[]; icon: string; onChoose: (venue: Found) => void }

export const VenueSearch = ({ taken, icon, onChoose }: VenueSearchProps) => {
  const [t, kit] = [useT(), useKitT()]
  const listId = useId()
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const wanted = useSettled(text.trim(), 200)
  const query = { limit: shownAtMost, sort: 'name' as const, ...(wanted === '' ? {} : { filters: { criteria: wanted } }) }
  const asked = useEndpoint(venues.mine, { query }, { ...keepRows, enabled: open, meta: { shown: true } })
  const rows = (asked.data?.data ?? []).filter(({ id }) => !taken.includes(id))
  const more = (asked.data?.total ?? 0) - (asked.data?.data.length ?? 0)
  const choose = (venue: Found | undefined): void => {
    if (!venue) return
    onChoose({ id: venue.id, name: venue.name })
    setText('')
    setOpen(false)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by) {
      event.preventDefault()
      setOpen(true)
      setAt((before) => Math.max(0, Math.min(rows.length - 1, open ? before + by : 0)))
    } else if (event.key === 'Enter' && open) {
      event.preventDefault()
      choose(rows[at])
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation()
      setOpen(false)
    }
  }
  const note = asked.isError
    ? errorText(asked.error, kit)
    : asked.isSuccess && rows.length === 0
      ? t('venues.none')
      : more > 0
        ? t('venues.more', { count: more })
        : undefined
  return (
    <Root>
      <TextField
        type="search"
        label={t('venues.search')}
        placeholder={t('venues.searchHint')}
        value={text}
        startAdornment={<Icon path={icon} size={18} style={{ marginInlineEnd: 8 }} />}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={({ target }) => {
          setText(target.value)
          setAt(0)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        slotProps={{
          htmlInput: {
            role: 'combobox',
            autoComplete: 'off',
            'aria-expanded': open && rows.length > 0,
            'aria-controls': listId,
            'aria-autocomplete': 'list',
            'aria-activedescendant': open && rows[at] ? `${listId}-${rows[at].id}` : undefined,
          },
        }}
      />
      {open && rows.length > 0 ? (
        // A field with its list, as the pattern of a combobox has it; a select would not search on the server.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        <List id={listId} role="listbox" aria-label={t('venues.search')}>
          {rows.map((venue, index) => (
            // The field keeps the focus; its keys choose.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={venue.id}
              id={`${listId}-${venue.id}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              aria-selected={index === at}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(venue)}
            >
              {venue.name}
              {venue.city ? <small>{venue.city}</small> : null}
            </div>
          ))}
        </List>
      ) : null}
      {open && note ? <Note>{note}</Note> : null}
    </Root>
  )
}
