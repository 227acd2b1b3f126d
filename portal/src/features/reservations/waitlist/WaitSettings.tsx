import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { waitlist, type WaitlistSettings } from '@tablewire/contracts/booking/waitlist'
import { useQueryClient } from '@tanstack/react-query'
import { useAbility } from '#src/api/ability.ts'
import { keyOf, useCall } from '#src/api/query.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { useWaitT } from './use-wait-t.ts'

const minutes = [5, 10, 15, 20, 30, 45, 60]

/** Whether guests join by themselves, and how long a place is kept for each. */
export const WaitSettings = ({ venueId, settings }: { venueId: string; settings: WaitlistSettings }) => {
  const t = useWaitT()
  const client = useQueryClient()
  const mayChange = useAbility().can('update', 'settings-restaurant')
  const change = useCall(waitlist.settings, {
    networkMode: 'always',
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(waitlist.day) }),
  })
  const save = (body: WaitlistSettings): void => change.mutate({ params: { id: venueId }, body })
  const shown = change.isPending ? change.variables.body : settings
  const choices = minutes.includes(shown.offerMinutes) ? minutes : [...minutes, shown.offerMinutes].toSorted((a, b) => a - b)
  return (
    <div className="settings">
      <FormControlLabel
        control={<Switch checked={shown.open} disabled={!mayChange} onChange={({ target }) => save({ ...shown, open: target.checked })} />}
        label={t('settings.open')}
      />
      {shown.open ? (
        <TextField
          select
          label={t('settings.minutes')}
          value={String(shown.offerMinutes)}
          disabled={!mayChange}
          onChange={({ target }) => save({ ...shown, offerMinutes: Number(target.value) })}
          style={{ minWidth: 130 }}
        >
          {choices.map((count) => (
            <option key={count} value={String(count)}>
              {t('settings.minute', { count })}
            </option>
          ))}
        </TextField>
      ) : (
        <p className="hint">{t('settings.open.hint')}</p>
      )}
    </div>
  )
}
