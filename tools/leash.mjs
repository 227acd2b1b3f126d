// Loaded into every Node that a starter starts: when the starter is gone, we are asked to stop as if by a signal. What we fork
// ourselves inherits this line, too, and is not on the leash.
if (process.channel && process.env.TABLEWIRE_LEASH === String(process.ppid)) {
  delete process.env.TABLEWIRE_LEASH
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
