import { mdiCalendarBlank, mdiDotsHorizontal, mdiMagnify, mdiPlus, mdiPrinterOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type ReactNode, useState } from 'react'
import { Card } from '#src/kit/Card.tsx'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { Kbd } from '#src/kit/Kbd.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { FormSkeleton, RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { tones } from '#src/kit/tones.ts'

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 10, alignItems: 'center', '& + &': { marginTop: 12 } })
const Columns = styled('div')({ display: 'grid', gap: 16, gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))' })
const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  ...theme.typography.body2,
  '& th': { ...theme.typography.subtitle2, color: theme.vars.palette.text.secondary, textAlign: 'start' },
  '& th, & td': { padding: '10px 12px', borderBottom: `1px solid ${theme.vars.palette.divider}` },
  '& tbody tr:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '& tbody tr[aria-selected="true"]': { backgroundColor: theme.vars.palette.ground.selected },
}))
const Swatch = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 2,
  '&::before': {
    content: '""',
    height: 36,
    borderRadius: theme.vars.shape.borderRadius,
    border: `1px solid ${theme.vars.palette.divider}`,
    background: 'var(--of)',
  },
  fontSize: '0.75rem',
}))

const Buttons = () => (
  <Card title="Buttons" hint="One strong one in a place; dangerous ones in red, with the verb of what will happen.">
    {(['contained', 'outlined', 'text'] as const).map((variant) => (
      <Row key={variant}>
        <Button variant={variant}>Save</Button>
        <Button variant={variant} startIcon={<Icon path={mdiPlus} size={18} />}>
          New reservation
        </Button>
        <Button variant={variant} color="error">
          Cancel it
        </Button>
        <Button variant={variant} loading>
          Saving
        </Button>
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <Button variant={variant} size="small">
          Small
        </Button>
        <Button variant={variant} size="large">
          Large
        </Button>
      </Row>
    ))}
    <Row>
      {[mdiMagnify, mdiPrinterOutline, mdiDotsHorizontal].map((path, index) => (
        <IconButton key={path} aria-label={['Search', 'Print', 'More'][index]!} disabled={index === 2}>
          <Icon path={path} />
        </IconButton>
      ))}
      <Kbd keys="mod+k" /> <Kbd keys="?" />
    </Row>
  </Card>
)

const Fields = () => (
  <Card title="Fields" hint="The label stands above and never moves; help and errors stand below.">
    <Columns>
      <TextField label="Empty" placeholder="Name, phone, email" />
      <TextField label="Filled" defaultValue="Ada Lovelace" helperText="As it stands on the door list" />
      <TextField label="Required" required />
      <TextField label="Wrong" defaultValue="ada@" error helperText="This email address is not valid" />
      <TextField label="Disabled" defaultValue="Not now" disabled />
      <TextField label="Choice" select defaultValue="2">
        <option value="1">Terrace</option>
        <option value="2">Dining room, by the window, for parties of more than six</option>
      </TextField>
      <TextField label="Date" type="date" defaultValue="2026-11-20" />
      <TextField label="Note" multiline minRows={3} defaultValue="Birthday, a candle on the cake." />
    </Columns>
  </Card>
)

const Colours = () => (
  <Card title="Colours" hint="Each name is a meaning; the palette makes every brand's colours readable.">
    <Row>
      {tones.map((tone) => (
        <Tag key={tone} tone={tone} icon={mdiCalendarBlank}>
          {tone}
        </Tag>
      ))}
    </Row>
    <Columns style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))', marginTop: 16 }}>
      {[
        'background-default',
        'background-paper',
        'ground-hover',
        'ground-selected',
        'ground-sunken',
        'ground-field',
        'accent-soft',
        'primary-main',
        'error-main',
      ].map((name) => (
        <Swatch key={name} style={{ '--of': `var(--tw-palette-${name})` } as object}>
          {name.replace('-', ' ')}
        </Swatch>
      ))}
    </Columns>
  </Card>
)

const List = () => (
  <Card title="Tables" hint="Rows answer to the pointer; the chosen one stays marked.">
    <Table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Guest</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {(['success', 'info', 'warning'] as const).map((tone, index) => (
          <tr key={tone} aria-selected={index === 1}>
            <td>19:{index}5</td>
            <td>{['Mariana Santos Rodríguez', 'Niccolò Bianchi', 'Théo Lefèvre'][index]}</td>
            <td>
              <Tag tone={tone}>{['Seated', 'Confirmed', 'Late'][index]}</Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </Card>
)

const States = () => (
  <Columns style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(320px, 100%), 1fr))' }}>
    <Card title="Loading a list">
      <RowsSkeleton rows={4} />
    </Card>
    <Card title="Loading a form">
      <FormSkeleton fields={4} />
    </Card>
    <Card title="Empty">
      <EmptyState
        title="No reservations on this day"
        hint="They show here the moment one arrives."
        action={<Button variant="outlined">Add one</Button>}
      />
    </Card>
    <Card title="Failed">
      <ErrorState error={new Error('unreachable')} onRetry={() => toast.success('Tried again')} />
    </Card>
  </Columns>
)

const Layers = () => {
  const [open, setOpen] = useState<'dialog' | 'danger' | 'drawer'>()
  const close = (): void => setOpen(undefined)
  return (
    <Card title="Above the page" hint="Dialogs ask, drawers show, notices tell and go by themselves.">
      <Row>
        <Button variant="outlined" onClick={() => setOpen('dialog')}>
          Dialog
        </Button>
        <Button variant="outlined" onClick={() => setOpen('danger')}>
          Dangerous dialog
        </Button>
        <Button variant="outlined" onClick={() => setOpen('drawer')}>
          Drawer
        </Button>
        <Button variant="outlined" onClick={() => toast.success('Reservation moved to 20:15')}>
          Success
        </Button>
        <Button variant="outlined" onClick={() => toast.error('The table was taken a moment ago')}>
          Error
        </Button>
        <Button variant="outlined" onClick={() => toast.warning('Saved, but the guest has no e-mail address')}>
          Warning
        </Button>
        <Button variant="outlined" onClick={() => toast.lasting('A new version is ready.', { label: 'Load it now', run: () => undefined })}>
          Lasting
        </Button>
      </Row>
      <ConfirmDialog open={open === 'dialog'} title="Move the reservation?" confirmLabel="Move it" onConfirm={close} onClose={close} />
      <ConfirmDialog
        open={open === 'danger'}
        title="Cancel the reservation?"
        confirmLabel="Cancel it"
        danger
        onConfirm={close}
        onClose={close}
      >
        Ada Lovelace, 4 covers, 19:30. The guest is told by e-mail.
      </ConfirmDialog>
      {open === 'drawer' ? (
        <SidePanel label="A drawer" docked={false} onClose={close}>
          <div style={{ padding: 20 }}>Whatever belongs to one thing.</div>
        </SidePanel>
      ) : null}
    </Card>
  )
}

const Type = ({ children }: { children: ReactNode }) => <div style={{ display: 'grid', gap: 6 }}>{children}</div>
const styles = ['h1', 'h2', 'h3', 'h4', 'subtitle1', 'subtitle2', 'body1', 'body2', 'caption', 'overline'] as const
const Sample = styled('p', { shouldForwardProp: (prop) => prop !== 'kind' })<{ kind: (typeof styles)[number] }>(({ theme, kind }) => ({
  ...theme.typography[kind],
  margin: 0,
}))

export const Parts = () => (
  <>
    <Card title="Type">
      <Type>
        {styles.map((kind) => (
          <Sample key={kind} kind={kind}>
            {kind}: every table, every channel, one evening
          </Sample>
        ))}
      </Type>
    </Card>
    <Colours />
    <Buttons />
    <Fields />
    <List />
    <States />
    <Layers />
  </>
)
