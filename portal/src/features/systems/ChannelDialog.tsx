import { mdiClose, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import type { SystemChannel } from '@tablewire/contracts/rms/systems'
import { useId } from 'react'
import { type Control, useFieldArray } from 'react-hook-form'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { PairRow } from './PairsField.tsx'
import { type ChannelForm, channelFormOf, useChannelForm } from './use-channel-form.ts'
import { useT } from './use-t.ts'

const Group = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { padding: 0, fontWeight: 600 },
  '& > p': { margin: '2px 0 14px', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))

type PairsProps = { control: Control<ChannelForm>; name: 'headers' | 'configs'; known?: SystemChannel['headers'] }

const Pairs = ({ control, name, known = [] }: PairsProps) => {
  const t = useT()
  const { fields, append, remove } = useFieldArray({ control, name })
  const setAt = (header: string): string | undefined => known.find((one) => one.name.toLowerCase() === header.toLowerCase())?.setAt
  return (
    <Group>
      <legend>{t(`channel.${name}.title`)}</legend>
      <p>{t(`channel.${name}.hint`)}</p>
      {fields.map((field, index) => {
        const since = setAt(field.name)
        return (
          <PairRow key={field.id}>
            <TextInput
              control={control}
              name={`${name}.${index}.name`}
              label={t('pair.name')}
              required
              slotProps={{ htmlInput: { maxLength: 60, spellCheck: false } }}
            />
            <TextInput
              control={control}
              name={`${name}.${index}.value`}
              label={t('pair.value')}
              required={name === 'headers' && !since}
              {...(name === 'headers' ? { type: 'password', autoComplete: 'new-password' } : {})}
              {...(since ? { hint: t('channel.kept', { at: formatInstant(since) }) } : {})}
              slotProps={{ htmlInput: { maxLength: name === 'headers' ? 2000 : 1000 } }}
            />
            <IconButton aria-label={t('pair.remove', { number: index + 1 })} onClick={() => remove(index)}>
              <Icon path={mdiClose} />
            </IconButton>
          </PairRow>
        )
      })}
      <Button size="small" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => append({ name: '', value: '' })}>
        {t(`channel.${name}.add`)}
      </Button>
    </Group>
  )
}

/** Of headers their names only: what somebody typed as their values is secret. */
const inWords = (t: ReturnType<typeof useT>, { name, value }: { name: keyof ChannelForm; value: unknown }): string => {
  if (name === 'enabled') return t(value === true ? 'channel.open' : 'channel.closed')
  const pairs = (value ?? []) as ChannelForm['headers']
  const said = pairs.map((pair) => (name === 'headers' ? pair.name : `${pair.name}: ${pair.value}`))
  return said.length > 0 ? said.join('\n') : '–'
}

type ChannelDialogProps = { systemId: string; channel: SystemChannel; onClose: () => void; onSaved: () => void }

/** What this system and that channel need of one another. Values of headers are never shown again. */
export const ChannelDialog = ({ systemId, channel, onClose, onSaved }: ChannelDialogProps) => {
  const t = useT()
  const titleId = useId()
  const { form, draft, save, saving, theirs, saves, overwrite, later } = useChannelForm({ systemId, channel, onSaved })
  const { control } = form
  const labels = { enabled: 'channel.enabled', headers: 'channel.headers.title', configs: 'channel.configs.title' } as const
  return (
    <Dialog open onClose={saving ? () => undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{channel.name}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('save')} saving={saving} onSave={save} onClose={onClose}>
        <SwitchField control={control} name="enabled" label={t('channel.enabled')} hint={t('channel.enabled.hint')} />
        <Pairs control={control} name="headers" known={channel.headers} />
        <Pairs control={control} name="configs" />
      </DialogForm>
      <StaleDialog
        saves={saves}
        before={draft.base}
        theirs={theirs && channelFormOf(theirs)}
        mine={form.getValues()}
        labelOf={(name) => t(labels[name])}
        textOf={(name, value) => inWords(t, { name, value })}
        onSave={overwrite}
        onClose={later}
      />
    </Dialog>
  )
}
