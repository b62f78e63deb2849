// Reads a body up to a number of bytes. What comes after is thrown away, the stream is ended.

export async function readLimited(
  body: AsyncIterable<Uint8Array> | null,
  limit: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, limit - size));
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks);
}
