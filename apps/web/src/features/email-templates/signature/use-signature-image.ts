import { useState } from 'react';
import { describeFailure, suppressToast } from '../../../shared/api/api-failure.ts';
import { serverErrors } from '../../../shared/form/form-errors.ts';
import { emailTemplatesApi } from '../email-templates.api.ts';

/** The picture of a signature. It is uploaded at once, because a mail needs its address. */
export function useSignatureImage(first: string | null) {
  const [imageUrl, setImageUrl] = useState(first);
  const [error, setError] = useState<string | null>(null);
  const [upload, uploading] = emailTemplatesApi.useUploadSignatureImageMutation();
  const [drop] = emailTemplatesApi.useDeleteSignatureImageMutation();

  /** Returns the address of the picture. Null when the upload failed. */
  const choose = async (file: File): Promise<string | null> => {
    setError(null);
    const answer = await upload({ ...suppressToast, body: { file } });
    if (answer.data === undefined) {
      setError(serverErrors(answer.error).file ?? describeFailure(answer.error).message);
      return null;
    }
    setImageUrl(answer.data);
    return answer.data;
  };
  const remove = async () => {
    if (imageUrl === null) return;
    setImageUrl(null);
    await drop({ ...suppressToast, query: { imageUrl } });
  };
  return { imageUrl, error, isUploading: uploading.isLoading, choose, remove };
}
