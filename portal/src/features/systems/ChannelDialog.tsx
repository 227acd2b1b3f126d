import { mdiClose, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type SystemChannel, systems } from '@tablewire/contracts/systems'
import { useId } from 'react'
import { type Control, useFieldArray, useForm } from 'react-hook-form'
import { ApiError } from '#src/api/api-error.ts'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { PairRow } from './PairsField.tsx'
import { useT } from './use-t.ts'

type Pair = { name: string; value: string }
type ChannelForm = { enabled: boolean; headers: Pair[]; configs: Pair[] }

const Group = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: theme.spacing(2.5, 0, 0),
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

type ChannelDialogProps = { systemId: string; channel: SystemChannel; onClose: () => void; onSaved: () => void }

/** What this system and that channel need of one another. Values of headers are never shown again. */
export const ChannelDialog = ({ systemId, channel, onClose, onSaved }: ChannelDialogProps) => {
  const t = useT()
  const titleId = useId()
  const update = useCall(systems.updateChannel, { meta: { shown: true } })
  const { control, handleSubmit, setError } = useForm<ChannelForm>({
    defaultValues: {
      enabled: channel.enabled,
      headers: channel.headers.map(({ name }) => ({ name, value: '' })),
      configs: channel.configs,
    },
  })
  const paths = Array.from({ length: 50 }, (_, n) => n)
  const refuse = useShowRefusal<ChannelForm>(
    setError,
    paths.flatMap((n) => [`headers.${n}.name`, `headers.${n}.value`, `configs.${n}.name`, `configs.${n}.value`] as const),
  )
  const save = handleSubmit(async ({ enabled, headers, configs }) => {
    const body = {
      enabled,
      headers: headers.map(({ name, value }) => ({ name: name.trim(), ...(value === '' ? {} : { value }) })),
      configs: configs.map(({ name, value }) => ({ name: name.trim(), value })),
      version: channel.version,
    }
    try {
      await update.mutateAsync({ params: { id: systemId, channelId: channel.id }, body })
      toast.success(t('saved', { name: channel.name }))
      onSaved()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'system.version_stale')
        void queryClient.invalidateQueries({ queryKey: keyOf(systems.channels) })
      refuse(error)
    }
  })
  return (
    <Dialog open onClose={update.isPending ? () => undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form noValidate onSubmit={(event) => void save(event)}>
        <DialogTitle id={titleId}>{channel.name}</DialogTitle>
        <DialogContent>
          <SwitchField control={control} name="enabled" label={t('channel.enabled')} hint={t('channel.enabled.hint')} />
          <Pairs control={control} name="headers" known={channel.headers} />
          <Pairs control={control} name="configs" />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={onClose} disabled={update.isPending}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={update.isPending}>
            {t('save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
