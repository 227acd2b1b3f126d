import { styled } from '@mui/material/styles'
import { useAbility } from '#src/api/ability.ts'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { useT } from '../use-t.ts'
import { isForm, type Tab, tabs } from '../venue-form.ts'

/** What says nothing to somebody who may not look at channels. */
const ofChannels: readonly Tab[] = ['channels', 'connected', 'website']

/** The parts of a venue that the reader may look at, and those whose fields he may only read. */
export const useVenueRights = () => {
  const ability = useAbility()
  const mayChange = ability.can('update', 'venues')
  const mayLookAtTables = ability.can('read', 'reservation-list')
  const mayLookAtSettings = ability.can('read', 'settings-restaurant')
  const mayLookAtChannels = ability.can('read', 'channel-management')
  const hasLicences = ability.can('update', 'licences')
  return {
    mayChange,
    shown: tabs.filter((tab) => {
      if (tab === 'tables') return mayLookAtTables
      if (tab === 'tablets') return mayLookAtSettings
      return mayLookAtChannels || !ofChannels.includes(tab)
    }),
    isLocked: (tab: Tab): boolean => !mayChange && isForm(tab) && !(tab === 'meta' && hasLicences),
  }
}

/** The fields of a part: switched off as a whole, and looking so, for whoever only looks. */
export const Fields = styled('fieldset')(({ theme }) => ({
  all: 'unset',
  display: 'contents',
  '&:disabled': {
    '& .MuiInputBase-root': { backgroundColor: theme.vars.palette.ground.hover },
    '& .MuiOutlinedInput-notchedOutline': { borderStyle: 'dashed' },
    '& .MuiInputBase-input': { color: theme.vars.palette.text.secondary, WebkitTextFillColor: 'currentColor', cursor: 'default' },
    '& .MuiSwitch-root, & .MuiCheckbox-root, & .MuiRadio-root': { opacity: 0.5 },
  },
}))

export const LookingNote = () => {
  const t = useT()
  return (
    <ToneBox tone="info" sx={{ marginBlockEnd: 2 }}>
      {t('looking')}
    </ToneBox>
  )
}
