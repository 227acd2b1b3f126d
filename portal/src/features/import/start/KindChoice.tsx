import { mdiAccountGroupOutline, mdiCalendarMultiple, mdiStarOutline, mdiStoreOutline, mdiStorePlusOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { ImportKind } from '@tablewire/contracts/import/import.rules'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from '../use-t.ts'

const Kinds = styled('fieldset')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 230px), 1fr))',
  gap: theme.spacing(1.5),
  margin: 0,
  padding: 0,
  border: 'none',
  '& > legend': { padding: 0, marginBlockEnd: 8, fontSize: '0.8125rem', fontWeight: 500 },
  '& > label': {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    columnGap: 12,
    alignItems: 'center',
    padding: theme.spacing(1.5, 1.75),
    border: `1px solid ${theme.vars.palette.ground.edge}`,
    borderRadius: theme.vars.shape.borderRadius,
    cursor: 'pointer',
    '& > input': { position: 'absolute', opacity: 0 },
    '& > span': { fontWeight: 600, fontSize: '0.9375rem' },
    '& > small': { gridColumn: 2, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
    '& > svg': { gridRow: '1 / span 2', color: theme.vars.palette.text.secondary },
    '&:has(:checked)': {
      borderColor: theme.vars.palette.accent.ring,
      boxShadow: `inset 0 0 0 1px ${theme.vars.palette.accent.ring}`,
      backgroundColor: theme.vars.palette.accent.soft,
    },
    '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
  },
}))
const icons: Record<ImportKind, string> = {
  reservations: mdiCalendarMultiple,
  venues: mdiStoreOutline,
  users: mdiAccountGroupOutline,
  reviews: mdiStarOutline,
  onboarding: mdiStorePlusOutline,
}

type Props = { kinds: readonly ImportKind[]; kind: ImportKind; onChoose: (kind: ImportKind) => void }

/** What comes in, of what one may bring in. */
export const KindChoice = ({ kinds, kind, onChoose }: Props) => {
  const t = useT()
  return (
    <Kinds>
      <legend>{t('what.legend')}</legend>
      {kinds.map((one) => (
        <label key={one}>
          <input type="radio" name="kind" value={one} checked={kind === one} onChange={() => onChoose(one)} />
          <Icon path={icons[one]} size={24} />
          <span>{t(`kind.${one}`)}</span>
          <small>{t(`kind.${one}.hint`)}</small>
        </label>
      ))}
    </Kinds>
  )
}
