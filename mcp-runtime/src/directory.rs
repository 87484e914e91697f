//! A directory whose files a server hands out, and nothing else.

use std::io::{self, ErrorKind, Read as _};
use std::path::{Path, PathBuf};

use taffrail_core::{Failure, SafePath};

/// A directory whose files may be read by a path from a URI (*Resources > Security Considerations*).
///
/// A [`SafePath`] cannot be joined to a directory by hand; this resolves it, follows links, and gives nothing that lies
/// outside. What is not there and what lies outside look the same. Whoever may create links inside the directory while the
/// server runs is trusted.
///
/// ```
/// use taffrail::{Directory, SafePath};
///
/// # let root = std::env::temp_dir().join(format!("taffrail-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(&root)?;
/// # std::fs::write(root.join("start.md"), "# Start")?;
/// let docs = Directory::open(&root)?;
/// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
/// assert_eq!(docs.read(&SafePath::new("start.md")?).await?, Some(b"# Start".to_vec()));
/// assert_eq!(docs.read(&SafePath::new("other.md")?).await?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # std::fs::remove_dir_all(&root)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Directory {
    /// Without links.
    root: PathBuf,
    largest: u64,
}

impl Directory {
    /// A directory that is there.
    ///
    /// # Errors
    /// It is not there, is no directory, or may not be read.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        const LARGEST: u64 = 4 << 20;
        let root = path.as_ref().canonicalize()?;
        if root.is_dir() {
            return Ok(Self { root, largest: LARGEST });
        }
        Err(io::Error::new(ErrorKind::NotADirectory, "the path leads to no directory"))
    }

    /// How large a file may be that is read, in bytes. Default 4 MiB.
    #[must_use]
    pub fn largest(mut self, bytes: u64) -> Self {
        self.largest = bytes;
        self
    }

    /// Where a path leads; `None` when nothing is there, or it lies outside.
    ///
    /// # Errors
    /// The file system's, but for what says that nothing is there.
    pub fn resolve(&self, path: &SafePath) -> io::Result<Option<PathBuf>> {
        let mut joined = self.root.clone();
        joined.extend(path.names());
        match joined.canonicalize() {
            Ok(found) => Ok(Some(found).filter(|found| found.starts_with(&self.root))),
            Err(error) if is_nothing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// What a file holds; `None` when nothing is there, it is no file, or it lies outside.
    ///
    /// # Errors
    /// A transient failure when the file system does not answer, a business failure when the file is too large.
    pub async fn read(&self, path: &SafePath) -> Result<Option<Vec<u8>>, Failure> {
        let (directory, path) = (self.clone(), path.clone());
        let read = tokio::task::spawn_blocking(move || directory.read_now(&path)).await;
        let read = read.map_err(|error| Failure::transient("the file could not be read").caused_by(error))?;
        let bytes =
            read.map_err(|error| Failure::transient("the file could not be read").caused_by(error))?;
        let is_too_large =
            |bytes: &Vec<u8>| u64::try_from(bytes.len()).is_ok_and(|length| length > self.largest);
        if bytes.as_ref().is_some_and(is_too_large) {
            let problem = format!("the file is larger than the limit of {} bytes", self.largest);
            return Err(Failure::business(problem, "read it in another way"));
        }
        Ok(bytes)
    }

    /// At most one byte more than is allowed.
    fn read_now(&self, path: &SafePath) -> io::Result<Option<Vec<u8>>> {
        let Some(found) = self.resolve(path)?.filter(|found| found.is_file()) else { return Ok(None) };
        let mut bytes = Vec::new();
        match std::fs::File::open(found) {
            Ok(file) => {
                file.take(self.largest.saturating_add(1)).read_to_end(&mut bytes).map(|_| Some(bytes))
            }
            Err(error) if is_nothing(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// What a path that leads nowhere gives. A part that is too long, or a file where a directory is meant, is nowhere too.
fn is_nothing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory with a file inside, a secret beside it, and links to both; removed in the end.
    struct Fixture(PathBuf);

    impl Fixture {
        fn new(name: &str) -> Self {
            let base = std::env::temp_dir().join(format!("taffrail-{name}-{}", std::process::id()));
            std::fs::create_dir_all(base.join("root/sub")).unwrap();
            std::fs::write(base.join("root/sub/a.txt"), "inside").unwrap();
            std::fs::write(base.join("secret.txt"), "outside").unwrap();
            #[cfg(unix)]
            {
                use std::os::unix::fs::symlink;
                symlink(base.join("secret.txt"), base.join("root/out.txt")).unwrap();
                symlink(&base, base.join("root/up")).unwrap();
                symlink(base.join("root/sub/a.txt"), base.join("root/in.txt")).unwrap();
            }
            Self(base)
        }

        fn directory(&self) -> Directory {
            Directory::open(self.0.join("root")).unwrap()
        }
    }

    impl Drop for Fixture {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    async fn read(directory: &Directory, path: &str) -> Option<String> {
        let path = SafePath::new(path).unwrap();
        directory.read(&path).await.unwrap().map(|bytes| String::from_utf8(bytes).unwrap())
    }

    #[tokio::test]
    async fn res_14_and_gr_125_nothing_outside_is_read_not_even_through_links() {
        let fixture = Fixture::new("links");
        let directory = fixture.directory();
        assert_eq!(read(&directory, "sub/a.txt").await.as_deref(), Some("inside"));
        for path in ["out.txt", "up/secret.txt", "up/root/../secret", "nothing", "sub", "sub/a.txt/b"] {
            if let Ok(path) = SafePath::new(path) {
                assert_eq!(directory.read(&path).await.unwrap(), None, "{path}");
            }
        }
        let long = "a".repeat(5000);
        assert_eq!(read(&directory, &long).await, None);
        #[cfg(unix)]
        assert_eq!(read(&directory, "in.txt").await.as_deref(), Some("inside"));
    }

    #[tokio::test]
    async fn a_file_that_is_too_large_is_a_failure_and_no_memory() {
        let fixture = Fixture::new("large");
        let directory = fixture.directory().largest(5);
        let failure = directory.read(&SafePath::new("sub/a.txt").unwrap()).await.unwrap_err();
        assert_eq!(failure.category(), taffrail_core::Category::Business);
        assert_eq!(read(&fixture.directory().largest(6), "sub/a.txt").await.as_deref(), Some("inside"));
    }

    #[test]
    fn only_a_directory_that_is_there_can_be_opened() {
        let fixture = Fixture::new("open");
        assert!(Directory::open(fixture.0.join("secret.txt")).is_err());
        assert!(Directory::open(fixture.0.join("nowhere")).is_err());
    }
}
