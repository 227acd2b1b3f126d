import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { type SharedDeviceRules, type SharedDevices, sharedDevices } from '@tablewire/contracts/identity/shared-devices'
import { protectedActs, type Stay, stays } from '@tablewire/contracts/identity/shared-devices.rules'
import { useQueryClient } from '@tanstack/react-query'
import { keyOf, useCall } from '#src/api/query.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useTabletsT } from './use-tablets-t.ts'

const Stack = styled('div')({
  display: 'grid',
  gap: 16,
  '& fieldset': { margin: 0, padding: 0, border: 0, display: 'grid' },
  '& legend': { padding: 0, fontWeight: 600, fontSize: '0.875rem' },
})

type RulesProps = { venueId: string; rules: SharedDeviceRules; version: number; may: boolean }

/** Saved as they are chosen: what is chosen shows at once, and goes back where it is refused. */
export const TabletRules = ({ venueId, rules, version, may }: RulesProps) => {
  const t = useTabletsT()
  const client = useQueryClient()
  const params = { id: venueId }
  const save = useCall(sharedDevices.rules, {
    onSuccess: ({ version: next, ...saved }) =>
      client.setQueryData<SharedDevices>(keyOf(sharedDevices.list, { params }), (was) => was && { ...was, rules: saved, version: next }),
    // Somebody else saved meanwhile: what is true shows.
    onError: () => void client.invalidateQueries({ queryKey: keyOf(sharedDevices.list) }),
  })
  const shown = save.isPending ? save.variables.body : rules
  const change = (news: Partial<SharedDeviceRules>): void => {
    save.mutate({ params, body: { ...rules, ...news, version } })
  }
  const locked = !may || save.isPending
  return (
    <Stack>
      <TextField
        select
        label={t('stay')}
        helperText={t('stay.hint')}
        value={shown.stay}
        disabled={locked}
        onChange={({ target }) => change({ stay: target.value as Stay })}
      >
        {stays.map((stay) => (
          <option key={stay} value={stay}>
            {t(`stay.${stay}`)}
          </option>
        ))}
      </TextField>
      <fieldset>
        <legend>{t('protected')}</legend>
        {protectedActs.map((act) => (
          <FormControlLabel
            key={act}
            label={t(`act.${act}`)}
            control={
              <Checkbox
                checked={shown.protectedActs.includes(act)}
                disabled={locked}
                onChange={(_, on) =>
                  change({ protectedActs: protectedActs.filter((one) => (one === act ? on : rules.protectedActs.includes(one))) })
                }
              />
            }
          />
        ))}
      </fieldset>
    </Stack>
  )
}
