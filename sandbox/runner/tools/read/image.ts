// An image as part of a result, within what providers take.
import { type ImageInfo, identifyImage } from '../../files/image.ts';
import { type ResultImage, rejected, success, type ToolResult } from '../../tool.ts';
import { hexDump } from './binary.ts';

/** Providers take five megabytes of base64 for each image, and 8000 pixels a side. */
const MAX_IMAGE_BYTES = 3_750_000;
const MAX_SIDE = 8_000;
/** Of all images of one result. */
const MAX_IMAGES = 20;
const MAX_ALL_BYTES = 6_000_000;

export function showImage(path: string, bytes: Buffer, info: ImageInfo | 'broken'): ToolResult {
  if (info === 'broken') return success(`The image is not whole.\n${hexDump(path, bytes)}`);
  const about = `${path} (${info.type}, ${info.width}x${info.height}, ${bytes.length} bytes)`;
  const image = toResultImage(bytes);
  if (image !== undefined) return success(about, [image]);
  return rejected(
    `${about} is too large to be shown: at most ${MAX_IMAGE_BYTES} bytes and ${MAX_SIDE} pixels a side. Make a smaller copy in /tmp and read that.`,
  );
}

/** Undefined when it is no whole image, or too large. */
export function toResultImage(bytes: Buffer): ResultImage | undefined {
  const info = identifyImage(bytes);
  if (info === undefined || info === 'broken' || bytes.length > MAX_IMAGE_BYTES) return undefined;
  if (Math.max(info.width, info.height) > MAX_SIDE) return undefined;
  return { mediaType: info.type, data: bytes.toString('base64') };
}

/** The first ones that fit into one result. */
export function fittingImages(images: readonly ResultImage[]): ResultImage[] {
  let length = 0;
  return images.slice(0, MAX_IMAGES).filter(({ data }) => {
    length += data.length;
    return length <= MAX_ALL_BYTES;
  });
}
