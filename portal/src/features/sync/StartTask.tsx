import { mdiPlay } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { sync, type SyncKind, syncKinds } from '@tablewire/contracts/rms/sync'
import { systems } from '@tablewire/contracts/rms/systems'
import { useId, useState } from 'react'
import { queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

const Fields = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  '& > p': { margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.875rem', minHeight: '2.6em' },
  '& > p[role=alert]': { color: theme.vars.palette.tone.danger.text },
  '& > div': { display: 'grid', gap: 4 },
  '& label': { fontSize: '0.8125rem', fontWeight: 600 },
}))

type Choice<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}
const Choose = <Value extends string>({ label, value, options, onChange }: Choice<Value>) => {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <TextField select id={id} value={value} onChange={({ target }) => onChange(target.value as Value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </TextField>
    </div>
  )
}

type StartTaskProps = { systemId: string | undefined; onStarted: (id: string) => void }

/** A task by hand, for one reservation system. */
export const StartTask = ({ systemId, onStarted }: StartTaskProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  const names = useEndpoint(systems.names, { query: {} })
  const others = (names.data ?? []).filter(({ type }) => type !== 'built_in')
  const [chosen, setChosen] = useState<string>()
  const [kind, setKind] = useState<SyncKind>('availability')
  const start = useCall(sync.start, { meta: { shown: true } })
  const id = chosen ?? systemId ?? others[0]?.id
  const close = (): void => {
    start.reset()
    setOpen(false)
  }
  // What was refused was the task as it was chosen then.
  const changing =
    <Value,>(set: (value: Value) => void) =>
    (value: Value): void => {
      start.reset()
      set(value)
    }
  const run = (): void => {
    if (!id) return
    start.mutate(
      { params: { id }, body: { kind } },
      {
        onSuccess: (task) => {
          toast.success(t('started'))
          void queryClient.invalidateQueries({ queryKey: ['sync'] })
          close()
          onStarted(task.id)
        },
      },
    )
  }
  const none = names.data !== undefined && others.length === 0
  return (
    <>
      <Button variant="contained" startIcon={<Icon path={mdiPlay} />} onClick={() => setOpen(true)}>
        {t('start')}
      </Button>
      <ConfirmDialog
        open={open}
        title={t('start.title')}
        confirmLabel={t('start')}
        ready={id !== undefined}
        busy={start.isPending}
        onClose={close}
        onConfirm={run}
      >
        <Fields>
          {none ? (
            <p>{t('start.none')}</p>
          ) : (
            <>
              <Choose
                label={t('c.partner')}
                value={id ?? ''}
                options={others.map(({ id: value, name }) => ({ value, label: name }))}
                onChange={changing(setChosen)}
              />
              <Choose
                label={t('c.task')}
                value={kind}
                options={syncKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
                onChange={changing(setKind)}
              />
              {start.error ? <p role="alert">{errorText(start.error, phrasesNow('kit'))}</p> : <p>{t(`kind.${kind}.about`)}</p>}
            </>
          )}
        </Fields>
      </ConfirmDialog>
    </>
  )
}
