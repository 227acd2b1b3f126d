import { mdiArchiveArrowDownOutline, mdiDeleteOutline, mdiRotateRight } from '@mdi/js'
import Button from '@mui/material/Button'
import type { FloorLayout, FloorPlace, FloorThing } from '@tablewire/contracts/booking/floor'
import { type FloorBox, type FloorShape, floorShapes, type RoomSize } from '@tablewire/contracts/booking/floor-plan.rules'
import type { DiningTable } from '@tablewire/contracts/booking/tables'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { boxOf, type Piece, spanOf } from './edit-floor.ts'
import { Metres } from './Metres.tsx'
import { useFloorT } from './use-floor-t.ts'

type Change = Partial<FloorBox> & { shape?: FloorShape; text?: string }
type FieldsProps = { box: FloorPlace | FloorThing; room: RoomSize; may: boolean; onChange: (change: Change) => void; onRemove: () => void }

const Fields = ({ box, room, may, onChange, onRemove }: FieldsProps) => {
  const t = useFloorT()
  const isTable = 'tableId' in box
  const lengths = { disabled: !may, min: isTable ? 3 : 1, max: isTable ? 100 : 600 }
  const span = spanOf(box, room)
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
      <Metres label={t('form.x')} value={box.x} {...lengths} min={span.x[0]} max={span.x[1]} onChange={(x) => onChange({ x })} />
      <Metres label={t('form.y')} value={box.y} {...lengths} min={span.y[0]} max={span.y[1]} onChange={(y) => onChange({ y })} />
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
  room: RoomSize
  tables: readonly DiningTable[]
  piece: Piece | undefined
  may: boolean
  onChoose: (piece: Piece | undefined) => void
  onBox: (piece: Piece, change: Change) => void
  onRemove: (piece: Piece) => void
}

/** The same as by hand, in figures: which table, where it stands, how large it is, and by how much it is turned. */
export const PieceForm = ({ layout, room, tables, piece, may, onChoose, onBox, onRemove }: PieceFormProps) => {
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
          room={room}
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
