import { mdiArchiveArrowDownOutline, mdiDeleteOutline, mdiRotateRight } from '@mdi/js'
import Button from '@mui/material/Button'
import type { FloorLayout, FloorPlace, FloorThing } from '@tablewire/contracts/booking/floor'
import { type FloorBox, type FloorShape, floorShapes } from '@tablewire/contracts/booking/floor-plan.rules'
import type { DiningTable } from '@tablewire/contracts/booking/tables'
import { useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { boxOf, type Piece } from './edit-floor.ts'
import { useFloorT } from './use-floor-t.ts'

type MetresProps = {
  label: string
  value: number
  min: number
  max: number
  disabled: boolean
  step?: number
  scale?: number
  onChange: (value: number) => void
}

/** Taken as it is typed where it is a length; what is none stays as it was typed until the field is left. */
export const Metres = ({ label, value, min, max, disabled, step = 0.1, scale = 10, onChange }: MetresProps) => {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      label={label}
      type="number"
      disabled={disabled}
      value={typed ?? String(value / scale)}
      slotProps={{ htmlInput: { min: min / scale, max: max / scale, step, inputMode: 'decimal' } }}
      onChange={({ target }) => {
        setTyped(target.value)
        const next = Math.round(Number(target.value) * scale)
        if (target.value !== '' && next >= min && next <= max) onChange(next)
      }}
      onBlur={() => setTyped(undefined)}
    />
  )
}

type Change = Partial<FloorBox> & { shape?: FloorShape; text?: string }
type FieldsProps = { box: FloorPlace | FloorThing; may: boolean; onChange: (change: Change) => void; onRemove: () => void }

const Fields = ({ box, may, onChange, onRemove }: FieldsProps) => {
  const t = useFloorT()
  const isTable = 'tableId' in box
  const lengths = { disabled: !may, min: isTable ? 3 : 1, max: isTable ? 100 : 600 }
  return (
    <div className="fields">
      {'kind' in box && box.kind === 'label' ? (
        <TextField
          className="wide"
          label={t('words')}
          disabled={!may}
          value={box.text}
          slotProps={{ htmlInput: { maxLength: 40, dir: 'auto' } }}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      ) : null}
      <Metres label={t('form.x')} value={box.x} {...lengths} min={0} max={600} onChange={(x) => onChange({ x })} />
      <Metres label={t('form.y')} value={box.y} {...lengths} min={0} max={600} onChange={(y) => onChange({ y })} />
      <Metres label={t('form.width')} value={box.width} {...lengths} onChange={(width) => onChange({ width })} />
      <Metres label={t('form.depth')} value={box.depth} {...lengths} onChange={(depth) => onChange({ depth })} />
      {isTable ? (
        <TextField
          select
          label={t('form.shape')}
          disabled={!may}
          value={box.shape}
          onChange={({ target }) => onChange({ shape: target.value as FloorShape })}
        >
          {floorShapes.map((shape) => (
            <option key={shape} value={shape}>
              {t(`shape.${shape}`)}
            </option>
          ))}
        </TextField>
      ) : null}
      <Metres
        label={t('form.turn')}
        value={box.turn}
        {...lengths}
        min={0}
        max={359}
        step={15}
        scale={1}
        onChange={(turn) => onChange({ turn })}
      />
      {may ? (
        <div className="acts wide">
          <Button
            size="small"
            color="inherit"
            startIcon={<Icon path={mdiRotateRight} size={18} />}
            onClick={() => onChange({ turn: box.turn + 45 })}
          >
            {t('turn')}
          </Button>
          <Button
            size="small"
            color="error"
            startIcon={<Icon path={isTable ? mdiArchiveArrowDownOutline : mdiDeleteOutline} size={18} />}
            onClick={onRemove}
          >
            {t(isTable ? 'putAway' : 'remove')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

type PieceFormProps = {
  layout: FloorLayout
  tables: readonly DiningTable[]
  piece: Piece | undefined
  may: boolean
  onChoose: (piece: Piece | undefined) => void
  onBox: (piece: Piece, change: Change) => void
  onRemove: (piece: Piece) => void
}

/** The same as by hand, in figures: which table, where it stands, how large it is, and by how much it is turned. */
export const PieceForm = ({ layout, tables, piece, may, onChoose, onBox, onRemove }: PieceFormProps) => {
  const t = useFloorT()
  const placed = layout.places.flatMap(({ tableId }) => tables.filter(({ id }) => id === tableId))
  const box = piece && boxOf(layout, piece)
  const thing = box && 'kind' in box ? box : undefined
  const value = piece && 'table' in piece ? piece.table : thing ? 'thing' : ''
  return (
    <section className="form" aria-label={t('form')}>
      <TextField
        select
        label={t('form.which')}
        value={value}
        onChange={({ target }) => onChoose(tables.some(({ id }) => id === target.value) ? { table: target.value } : undefined)}
      >
        <option value="">{t('form.none')}</option>
        {thing ? <option value="thing">{t(thing.kind === 'wall' ? 'wall' : 'words')}</option> : null}
        {placed.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </TextField>
      {piece && box ? (
        <Fields
          key={JSON.stringify(piece)}
          box={box}
          may={may}
          onChange={(change) => onBox(piece, change)}
          onRemove={() => onRemove(piece)}
        />
      ) : (
        <p>{t(may ? 'form.hint' : 'form.look')}</p>
      )}
    </section>
  )
}
