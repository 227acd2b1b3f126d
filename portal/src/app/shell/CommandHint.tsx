import { mdiMagnify } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { Icon } from '#src/kit/Icon.tsx'
import { Kbd } from '#src/kit/Kbd.tsx'
import { useT } from '../use-t.ts'
import { openCommands } from './Keys.tsx'

const Field = styled('button')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  width: '100%',
  minHeight: 38,
  padding: '0 10px 0 16px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.field,
  color: theme.vars.palette.text.secondary,
  font: 'inherit',
  fontSize: '0.875rem',
  textAlign: 'inherit',
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  cursor: 'pointer',
  '& > span': { flex: 1, overflow: 'hidden', textOverflow: 'ellipsis' },
  '&:hover': { borderColor: theme.vars.palette.ground.edge },
  '[data-collapsed="true"] & > span, [data-collapsed="true"] & > kbd': { opacity: 0 },
  '@media (pointer: coarse)': { minHeight: 44, '& > kbd': { display: 'none' } },
}))

/** Looks like a search field and opens the commands: the key stands beside it, so that it is learned in passing. */
export const CommandHint = () => {
  const t = useT()
  return (
    <Field type="button" onClick={openCommands}>
      <Icon path={mdiMagnify} size={18} />
      <span>{t('commands.open')}</span> <Kbd keys="mod+k" />
    </Field>
  )
}
